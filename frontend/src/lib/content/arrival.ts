import { onMount } from 'svelte';
import { afterNavigate } from '$app/navigation';
import { page } from '$app/state';

/**
 * Runs when this page is reached at an address, once per address.
 *
 * `afterNavigate` alone misses the first one: the session is checked first, so the page is mounted after SvelteKit
 * has finished its first navigation.
 */
export function onArrival(visit: () => void): void {
  let seen = '';
  const arrive = () => {
    if (page.url.href === seen) return;
    seen = page.url.href;
    visit();
  };
  onMount(arrive);
  afterNavigate(arrive);
}
