import '@testing-library/jest-dom/vitest';
import { afterEach, beforeEach } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';

// jsdom has no layout, so nothing ever changes its size there.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nor does it draw: text is measured by guess.
HTMLCanvasElement.prototype.getContext = () => null;

// Nor is anything out of sight there.
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe(target: Element) {
    queueMicrotask(() => this.#seen([{ target, isIntersecting: true } as IntersectionObserverEntry], this));
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

beforeEach(() => locale.choose('en'));
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
