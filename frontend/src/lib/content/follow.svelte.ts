import { tick } from 'svelte';

/** This close to the end counts as being at the end, in CSS pixels. */
export const BOTTOM_TOLERANCE = 64;

/** Keeps a scroll box at its end while its content grows, but only for a person who is at the end. */
export class Follower {
  atBottom = $state(true);
  readonly #follows: () => boolean;
  #box: HTMLElement | null = null;
  #last = 0;
  readonly #shown = new WeakSet<HTMLElement>();

  /** @param follows whether there is anything whose end matters; else the box stays where it is */
  constructor(follows: () => boolean = () => true) {
    this.#follows = follows;
  }

  /** Attachment for the scroll box; its first child is the content that grows. */
  attach = (box: HTMLElement) => {
    this.#box = box;
    const onScroll = () => this.#scrolled(box);
    const observer = new ResizeObserver(() => {
      if (this.atBottom && this.#follows() && !this.#showsQuestion(box)) this.toBottom();
    });
    box.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer.disconnect();
      this.#box = null;
    };
  };

  toBottom = () => {
    this.atBottom = true;
    if (this.#box) this.#box.scrollTop = this.#box.scrollHeight;
  };

  /** Lets the content grow above what is seen, without moving what is seen. */
  async keepPlace(grow: () => void): Promise<void> {
    const before = this.#box?.scrollHeight ?? 0;
    grow();
    await tick();
    if (this.#box) this.#box.scrollTop += this.#box.scrollHeight - before;
  }

  /** A question that is taller than the box is read from its top; once, then the person scrolls. */
  #showsQuestion(box: HTMLElement): boolean {
    const card = box.querySelector<HTMLElement>('[data-open="true"]');
    if (!card || this.#shown.has(card) || card.offsetHeight <= box.clientHeight) return false;
    this.#shown.add(card);
    box.scrollTop += card.getBoundingClientRect().top - box.getBoundingClientRect().top;
    this.atBottom = false;
    return true;
  }

  #scrolled(box: HTMLElement): void {
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= BOTTOM_TOLERANCE;
    // Only the person scrolls up; content that grows below leaves the position where it is.
    if (isNear) this.atBottom = true;
    else if (box.scrollTop < this.#last) this.atBottom = false;
    this.#last = box.scrollTop;
  }
}
