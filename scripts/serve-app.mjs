import { resolve } from 'node:path'
import { listenLoopback, serveFolder } from './serve.mjs'

/**
 * Serves the production pages with the strictest CSP they must work with. Usage: node
 * scripts/serve-app.mjs demo|companion <folder>
 */
const port = (name, fallback) => Number(process.env[`LATCHKEY_${name}_PORT`] || fallback)
const ports = {
  demo: port('DEMO', 4300),
  gateway: port('GATEWAY', 4301),
  companion: port('COMPANION', 4303),
  evm: port('EVM', 8545),
  solana: port('SOLANA', 8899),
  bitcoin: port('BITCOIN', 3002),
  stacks: port('STACKS', 3999),
  vault: port('VAULT', 4302),
}
const [app, folder] = process.argv.slice(2)
const gateway = `http://localhost:${ports.gateway}`
const node = `http://localhost:${ports.evm}`
/** Port 0 skips the vault. */
const vault = ports.vault ? `http://vault.localhost:${ports.vault}` : ''
const others = {
  LATCHKEY_SOLANA: `http://localhost:${ports.solana}`,
  LATCHKEY_BITCOIN: `http://localhost:${ports.bitcoin}`,
  LATCHKEY_STACKS: `http://localhost:${ports.stacks}`,
}

const policies = {
  demo: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${gateway} ${gateway.replace('http', 'ws')} ${node} ${Object.values(others).join(' ')}`,
    `img-src 'self' data: ${gateway}`,
    ...(vault ? [`frame-src ${vault}`] : []),
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ],
  companion: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    // A CSP cannot name IPv6 addresses.
    'connect-src http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ],
}

const handler = serveFolder(resolve(folder), {
  headers: {
    'content-security-policy': policies[app].join('; '),
    'referrer-policy': 'no-referrer',
  },
  replace: {
    LATCHKEY_GATEWAY: gateway,
    LATCHKEY_EVM: node,
    ...others,
    LATCHKEY_COMPANION: `http://localhost:${ports.companion}`,
    LATCHKEY_VAULT: vault,
  },
})
const server = await listenLoopback(handler, ports[app])
console.log(`${app} on ${server.port}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => server.close().then(() => process.exit(0)))
