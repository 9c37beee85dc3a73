import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  const { VITE_LATCHKEY_GATEWAY: gateway = '' } = loadEnv(mode, import.meta.dirname)
  return {
    plugins: [react()],
    preview: { headers: { 'content-security-policy': writePolicy(gateway) } },
  }
})

/**
 * The policy that the built site works under. `vite preview`, and so the tests, send it; send it
 * from the server that you publish with, too. Nodes that you name as `rpcUrls` go to `connect-src`.
 */
function writePolicy(gateway: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${gateway}`,
    `connect-src 'self' ${gateway} ${gateway.replace(/^http/, 'ws')}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
