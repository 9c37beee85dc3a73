import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  type MakeVaultAdditions,
  startVault,
  type VaultOptions,
} from '../../features/accounts/start-vault.ts'
import { closeServer, listenOn } from './http-servers.ts'

/** The HTTP server of the vault's origin. */
export interface VaultServer {
  /** Origin under which browsers reach the vault. */
  readonly origin: string
  stop(): Promise<void>
  renderMetrics(): Promise<string>
}

/**
 * Serves the vault's origin on a port of its own; with port 0 the origin has the port that the
 * operating system chose.
 * @throws `config-invalid`
 */
export async function startVaultServer(
  options: VaultOptions,
  makeAdditions?: MakeVaultAdditions,
): Promise<VaultServer> {
  const { vault } = options.config
  const heldListener: { listener?: ReturnType<typeof getRequestListener> } = {}
  const servers: Server[] = []
  const stopServers = () => Promise.all(servers.map(closeServer))
  try {
    for (const host of vault.host) {
      // The vault's application is created only once the port is known; requests before that are
      // answered with 503.
      const server = createServer((request, answer) =>
        heldListener.listener
          ? void heldListener.listener(request, answer)
          : void answer.writeHead(503).end(),
      )
      const firstAddress = servers[0]?.address() as AddressInfo | undefined
      if (await listenOn(server, host, firstAddress?.port ?? vault.port, servers.length > 0))
        servers.push(server)
    }
    const boundAddress = servers[0]?.address() as AddressInfo | undefined
    const { protocol, hostname } = new URL(vault.origin)
    const origin =
      vault.port === 0 ? `${protocol}//${hostname}:${boundAddress?.port}` : vault.origin
    const startedVault = await startVault(
      { ...options, config: { ...options.config, vault: { ...vault, origin } } },
      makeAdditions,
    )
    heldListener.listener = getRequestListener(startedVault.app.fetch)
    return {
      origin,
      renderMetrics: () => startedVault.auth.mails.renderMetrics(),
      async stop() {
        await Promise.all([stopServers(), startedVault.auth.mails.stop()])
        await startedVault.stop()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}
