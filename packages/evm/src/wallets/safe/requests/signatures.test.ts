import { type Hex, hashMessage, hashTypedData, recoverAddress, size, slice } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messageHashOf, owners, safeAddress } from '../../../../test/safe-host.ts'
import { kitInSafe, passUntil } from '../../../../test/safe-stage.ts'

const account = `eip155:31337:${safeAddress}` as const
const otherHash = `0x${'c0'.repeat(32)}` as const

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('messages of a Safe', () => {
  const sign = async (made: Awaited<ReturnType<typeof kitInSafe>>, message: string) => {
    const { connectors } = made.kit.getState()
    return connectors['host:safe']?.features.signMessage?.({
      account,
      message,
      signal: new AbortController().signal,
    })
  }

  test.each(['Sign in to the shop', '0x68656c6c6f', 'Grüße 🙂'])(
    'default: %s is signed by the owners off the chain, as its contract reads it (EIP-1271)',
    async (message) => {
      const made = await kitInSafe()
      const pending = sign(made, message)
      const expected = messageHashOf(hashMessage(message), 31337)
      await vi.waitUntil(() => made.host.messages.some(({ params }) => params === expected))
      await made.host.signMessage(expected)
      await vi.advanceTimersByTimeAsync(5000)
      const signature = (await pending)?.signature as Hex
      expect(size(signature)).toBe(130)
      const signers = await Promise.all(
        [0, 65].map((start) =>
          recoverAddress({ hash: expected, signature: slice(signature, start, start + 65) }),
        ),
      )
      expect(signers.sort()).toEqual(owners.map(({ address }) => address).sort())
      expect(made.host.messages.map(({ params }) => params)).toContainEqual({
        call: 'safe_setSettings',
        params: [{ offChainSigning: true }],
      })
    },
  )

  test('behavior: structured data is signed the same way', async () => {
    const made = await kitInSafe()
    const typedData = {
      domain: { name: 'Shop', chainId: 31337 },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Order: [{ name: 'total', type: 'uint256' }],
      },
      primaryType: 'Order',
      message: { total: '100' },
    } as const
    const expected = messageHashOf(hashTypedData(typedData as never), 31337)
    await made.host.signMessage(expected)
    const answer = await made.kit.getState().connectors['host:safe']?.features.request?.({
      chain: 'eip155:31337',
      method: 'eth_signTypedData_v4',
      params: [safeAddress, JSON.stringify(typedData)],
    })
    expect(size(answer as Hex)).toBe(130)
  })

  test('error: owners who would sign something else are not waited for', async () => {
    const made = await kitInSafe()
    made.host.behavior.wrongHash = otherHash
    await expect(sign(made, 'hello')).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('error: a Safe that signs by transactions only', async () => {
    const made = await kitInSafe()
    made.host.behavior.isOnChainOnly = true
    await expect(sign(made, 'hello')).rejects.toMatchObject({ code: 'feature-unsupported' })
  })

  test('behavior: disconnecting ends the wait for the owners', async () => {
    const made = await kitInSafe()
    const pending = sign(made, 'hello').catch((error: unknown) => error)
    await passUntil(() =>
      made.host.messages.some(({ method }) => method === 'getOffChainSignature'),
    )
    await made.kit.getState().connectors['host:safe']?.disconnect()
    expect(await pending).toMatchObject({ code: 'wallet-disconnected' })
    const asked = made.host.messages.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made.host.messages).toHaveLength(asked)
  })
})
