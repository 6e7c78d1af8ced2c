import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { budgets } from './build/budgets.js';

const fonts = fileURLToPath(
  new URL('../node_modules/@fontsource-variable/public-sans/files/', import.meta.url),
);

/** Where `vite` in development finds the rest of the product. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

/** The libraries that every page is made of. */
const base =
  /node_modules\/(react|react-dom|scheduler|react-router|react-redux|use-sync-external-store|@reduxjs|redux|immer|reselect|i18next|zod)\//;

/** The gateway fills the county into the page; `vite` in development has no gateway before it. */
const namelessShell = (): Plugin => ({
  name: 'nameless-shell',
  apply: 'serve',
  transformIndexHtml: (page) => page.replace(/\{\{\w+\}\}/g, ''),
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/LandShark/',
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [{ find: /^\.\/fonts\//, replacement: fonts }],
  },
  plugins: [react(), budgets(), namelessShell()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // An inlined asset would need data: in the style and font policies.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Every browser that runs the target knows module preloads.
    modulePreload: { polyfill: false },
    // Every route needs these: one file packs closer than the ten that shared use by lazy routes makes of them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } },
  },
  server: { proxy: { '/LandShark/api': portal, '/LandShark/config.json': portal } },
});
