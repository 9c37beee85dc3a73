import { findChain } from '../chains.ts'
import type { AppChoices } from '../choices.ts'
import { toProjectId } from './project-id.ts'

/**
 * Writes the gateway's `latchkey.json`. RPC URLs often contain API keys, so they come from
 * environment variables; the file contains placeholder hosts that do not exist (RFC 2606).
 */
export function writeGatewayConfig({ name, chains }: Pick<AppChoices, 'name' | 'chains'>): string {
  const config = {
    host: ['0.0.0.0'],
    trustProxy: 1,
    chains: chains.map((one) => {
      const { id, name: label, nativeCurrency, testnet, contracts } = findChain(one)
      return {
        id,
        name: label,
        nativeCurrency,
        rpcUrls: [`https://${one.toLowerCase()}-node.example`],
        ...(testnet ? { testnet } : {}),
        ...(contracts ? { contracts } : {}),
      }
    }),
    projects: [{ id: toProjectId(name), origins: ['http://localhost:*', 'http://127.0.0.1:*'] }],
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
