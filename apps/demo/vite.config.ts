import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  // For older targets Vite rewrites `light-dark()` into code that loses every colour.
  build: {
    cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: { port: Number(process.env.LATCHKEY_DEMO_PORT || 4300), strictPort: true },
})
