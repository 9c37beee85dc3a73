import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  // The server serves one folder with a strict CSP: no file is inlined as data.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
})
