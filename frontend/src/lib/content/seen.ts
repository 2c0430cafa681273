/** Calls back once, when the element is within a screen of what is seen; returns what gives up waiting. */
export function whenSeen(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '100%' }
  );
  observer.observe(element);
  return () => observer.disconnect();
}
