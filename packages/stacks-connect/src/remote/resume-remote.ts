import { connect, type Kit } from '@latchkey/core'
import { race } from '@latchkey/protocol/race'
import { type OpenKitParameters, openKit } from '../wallets/open-kit.ts'
import { notConnected, type RemoteWallet, remoteWallet, transportId } from './remote-wallet.ts'

/**
 * Milliseconds to wait for a stored session: longer than its relay needs to connect, but shorter
 * than the lifetime of a pairing that no wallet answers.
 */
const transportTimeoutMs = 10_000

/**
 * The remote wallet of an earlier page, without a prompt. Throws `not-connected` when there is no
 * valid session.
 */
export async function resumeRemote(
  parameters: Pick<OpenKitParameters, 'walletConnect' | 'storage'>,
): Promise<RemoteWallet> {
  const openedKit = await openKit({ ...parameters, page: {}, chain: 'stacks:1' })
  const signal = AbortSignal.timeout(transportTimeoutMs)
  try {
    await race(() => awaitTransport(openedKit.kit), signal)
    await connect(openedKit.kit, { connector: transportId, silent: true, signal })
  } catch (error) {
    openedKit.stop()
    throw notConnected(error)
  }
  return remoteWallet(openedKit)
}

/** Waits for the kit's transport, which is created shortly after the first subscriber. */
function awaitTransport(kit: Kit): Promise<void> {
  return new Promise((resolve) => {
    const checkConnector = () => {
      if (!kit.getState().connectors[transportId]) return
      stop()
      resolve()
    }
    const stop = kit.watch(checkConnector)
    checkConnector()
  })
}
