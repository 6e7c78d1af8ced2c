import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { budgets } from './build/budgets.js';
import { chunkGroups } from './build/chunks.js';
import { compressed } from './build/compressed.js';
import { earlyLoads, laterLoads } from './build/early-loads.js';
import { integrity } from './build/integrity.js';

const fonts = fileURLToPath(
  new URL('../node_modules/@fontsource-variable/public-sans/files/', import.meta.url),
);

const page = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The address of a running portal, to which `vite` passes requests for the API and for pictures in development. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

/**
 * Removes the placeholders for the county, which the gateway fills in; `vite` in development runs without a gateway.
 */
const namelessShell = (): Plugin => ({
  name: 'nameless-shell',
  apply: 'serve',
  transformIndexHtml: (text) => text.replace(/\{\{\w+\}\}/g, ''),
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/LandShark/',
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [{ find: /^\.\/fonts\//, replacement: fonts }],
  },
  plugins: [react(), budgets(), compressed(), earlyLoads(), integrity(), namelessShell()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Assets are not inlined, because the policies for styles and fonts would then have to allow data: URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    // No polyfill is needed, because every browser that the build targets supports module preloads.
    modulePreload: { polyfill: false, resolveDependencies: laterLoads },
    rolldownOptions: {
      // The application, and the page through which the card provider's frame talks to it.
      input: { index: page('index.html'), communicator: page('card-communicator.html') },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { proxy: { '/LandShark/api': portal, '/LandShark/config.json': portal, '/LandShark/img': portal } },
});
