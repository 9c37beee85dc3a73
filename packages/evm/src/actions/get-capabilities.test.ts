import type { Kit } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { ada, found, request } from '../../test/fixture.ts'
import { getCapabilities } from './get-capabilities.ts'

async function kitOf(capabilities: unknown, isActive = true): Promise<Kit> {
  const { connector } = found({ capabilities })
  const { sessions } = await connector.connect(request())
  const state = {
    active: isActive ? { eip155: connector.id } : {},
    connectors: { [connector.id]: connector },
    connections: { [connector.id]: { status: 'connected', sessions, hidden: [] } },
  }
  return { getState: () => state } as unknown as Kit
}

describe('getCapabilities', () => {
  test('default', async () => {
    const kit = await kitOf({ '0x1': { atomic: { status: 'ready' } } })
    expect(await getCapabilities(kit)).toEqual({ 'eip155:1': { atomic: { status: 'ready' } } })
  })

  test('parameters: account', async () => {
    const kit = await kitOf({})
    expect(await getCapabilities(kit, { account: `eip155:31337:${ada}` })).toEqual({})
  })

  test('parameters: signal', async () => {
    const kit = await kitOf({})
    await expect(getCapabilities(kit, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  test('behavior: without a wallet', async () => {
    await expect(getCapabilities(await kitOf({}, false))).rejects.toMatchObject({
      code: 'not-connected',
    })
  })
})
