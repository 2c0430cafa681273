import '@testing-library/jest-dom/vitest';
import { afterEach, beforeEach } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';

// jsdom has no layout, so nothing ever changes its size there.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => locale.choose('en'));
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
