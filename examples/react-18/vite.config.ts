import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'],
    // The workspaces' sources stand beside React 19; this page wants its own copy for all of them.
    dedupe: ['react', 'react-dom'],
  },
  build: {
    cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
})
