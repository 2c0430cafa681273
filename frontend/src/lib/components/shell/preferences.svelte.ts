export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'agent.theme';
const THEMES: Theme[] = ['system', 'light', 'dark'];

/** Dark or light: the system's, until the person chooses. */
class Appearance {
  theme = $state<Theme>(THEMES.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system');

  next(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(STORAGE_KEY, this.theme);
    this.show();
  }

  show(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const appearance = new Appearance();
