import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['build/', '.svelte-kit/', 'node_modules/', 'src/lib/models/api.generated.ts'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 300 }],
      // Pages are mounted at the root of their own origin; kit.paths.base is never set.
      'svelte/no-navigation-without-resolve': 'off',
      // State here is replaced, not changed in place, so a plain Map, Set or Date is what is meant.
      'svelte/prefer-svelte-reactivity': 'off'
    }
  },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: { 'max-lines': ['error', { max: 150 }] }
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } }
  }
);
