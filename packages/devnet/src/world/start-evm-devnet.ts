import type { Address } from 'viem'
import { mnemonic } from '../evm/accounts.ts'
import type { AddressName } from '../evm/addresses.ts'
import { startAnvil } from '../evm/anvil.ts'
import { hostsOf } from '../serve/listen-loopback.ts'
import type { ZoneOptions } from './deploy-names.ts'
import { deployWorld } from './deploy-world.ts'

/** A running EVM devnet. */
export interface EvmDevnet {
  /** JSON-RPC address on loopback. */
  readonly url: string
  /** Process id of the node. */
  readonly pid: number
  /**
   * Addresses of the devnet's contracts. The exchange and ERC-4337's reference contracts have code
   * there only when their npm packages are installed, which are optional because they are under the
   * GPL.
   */
  readonly addresses: Readonly<Record<AddressName, Address>>
  /** Stops the node; resolves when its process has ended. */
  stop(): Promise<void>
}

/**
 * Starts chain 31337 with its contracts on loopback; each transaction is mined at once. `port` 0
 * (the default) lets the operating system choose. `host` is the only bind address; without it, the
 * devnet binds 127.0.0.1, and also ::1 if the port is fixed. `names` sets the gateway for names
 * below `latchkey.eth`; default: the development gateway.
 */
export async function startEvmDevnet(
  options: { readonly port?: number; readonly host?: string; readonly names?: ZoneOptions } = {},
): Promise<EvmDevnet> {
  const { port = 0, host, names = { gateway: 'http://localhost:4301' } } = options
  const hosts = host ? [host] : hostsOf(port)
  const node = await startAnvil({ port, hosts, mnemonic, chainId: 31_337 })
  try {
    const addresses = await deployWorld(node.url, names)
    return { url: node.url, pid: node.pid, addresses, stop: node.stop }
  } catch (error) {
    await node.stop()
    throw error
  }
}
