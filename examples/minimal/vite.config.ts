import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  build: {
    cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
    rolldownOptions: {
      // What the page needs at once comes as one file; left alone, the bundler cuts shared modules
      // out into many small ones.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
})
