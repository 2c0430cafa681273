export const DANGEROUS_COUNTDOWN_S = 10;

/** The seconds in which a dangerous call cannot be approved yet, and the clock that a waiting card reads. */
export class Countdown {
  left = $state(0);
  active = $derived(this.left > 0);
  /** Milliseconds since the epoch, moving while something waits. */
  now = $state(Date.now());

  #countdown: ReturnType<typeof setInterval> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  start(seconds = DANGEROUS_COUNTDOWN_S): void {
    clearInterval(this.#countdown);
    this.left = seconds;
    this.#countdown = setInterval(() => {
      this.left -= 1;
      if (this.left <= 0) clearInterval(this.#countdown);
    }, 1000);
  }

  runClock(): void {
    clearInterval(this.#clock);
    this.now = Date.now();
    this.#clock = setInterval(() => (this.now = Date.now()), 1000);
  }

  stop(): void {
    clearInterval(this.#countdown);
    clearInterval(this.#clock);
    this.left = 0;
  }
}
