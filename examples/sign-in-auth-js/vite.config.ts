import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
})
