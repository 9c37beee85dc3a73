import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const port = Number(process.env.LATCHKEY_COMPANION_PORT || 4303)
const relayUrl = `ws://localhost:${process.env.LATCHKEY_GATEWAY_PORT || 4301}`
const nodeUrl = `http://localhost:${process.env.LATCHKEY_EVM_PORT || 8545}`

/** Nodes of the other families: Solana's JSON-RPC, Esplora's and Hiro's REST. */
export const familyNodes = {
  solana: `http://localhost:${process.env.LATCHKEY_SOLANA_PORT || 8899}`,
  bitcoin: `http://localhost:${process.env.LATCHKEY_BITCOIN_PORT || 3002}`,
  stacks: `http://localhost:${process.env.LATCHKEY_STACKS_PORT || 3999}`,
}

// The development server needs inline scripts to reload pages; the built files do not.
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src http://localhost:* http://127.0.0.1:* http://*.localhost:* ws://localhost:* ws://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  define: {
    __NODE_URL__: JSON.stringify(nodeUrl),
    __RELAY_URL__: JSON.stringify(relayUrl),
    __FAMILY_NODES__: JSON.stringify(familyNodes),
  },
  server: { host: 'localhost', port, strictPort: true, headers: { 'x-frame-options': 'DENY' } },
  preview: {
    host: 'localhost',
    port,
    strictPort: true,
    headers: { 'content-security-policy': policy },
  },
})
