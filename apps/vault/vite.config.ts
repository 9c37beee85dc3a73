import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const conditions = ['latchkey-source', 'module', 'browser', 'import', 'default']

/** Two documents, scripts under `assets/`, workers under `w/`: a worker's answer carries a policy of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(import.meta.dirname, 'frame.html'), join(import.meta.dirname, 'window.html')],
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'w/[name]-[hash].js', chunkFileNames: 'w/[name]-[hash].js' } },
  },
  server: { host: 'localhost', port: Number(process.env.LATCHKEY_VAULT_PORT || 4302), strictPort: true },
})
