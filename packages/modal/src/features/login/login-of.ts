import { getConnection, type Kit, type KitFailure } from '@latchkey/core'
import type { LoginStep } from '@latchkey/protocol/vault'

/** The state of a login: the step it has reached, or why it failed. */
export function loginOf(
  kit: Kit,
  connector: string,
): {
  readonly step: LoginStep | undefined
  readonly failure: KitFailure | undefined
  readonly isConnected: boolean
} {
  const connection = getConnection(kit, { connector })
  const prompt = connection.status === 'connecting' ? connection.prompt : undefined
  return {
    step: prompt?.kind === 'login' ? prompt.step : undefined,
    failure: connection.status === 'failed' ? connection.error : undefined,
    isConnected: connection.status === 'connected',
  }
}
