import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = `http://localhost:${process.env.LATCHKEY_GATEWAY_PORT || 4301}`

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  // The gateway serves one folder: no file is inlined as data, and bundled licences are listed.
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
  },
  server: { host: 'localhost', port: 4307, proxy: { '/operator': gateway } },
})
