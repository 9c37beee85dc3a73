import { base64url, randomId } from '../base64url.ts'
import type { ShownRequest } from '../payload-hash.ts'
import { cipherSuite } from '../seal.ts'
import { chains, type signedUp } from './open-test-frame.ts'

export const [chain = 'eip155:1'] = chains
export const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export type Frame = Awaited<ReturnType<typeof signedUp>>
export const ask = (frame: Frame, method: string, params: unknown, on = chain) =>
  frame.call('request', { chain: on, method, params })
const approvalOf = (frame: Frame, from = 0) =>
  frame.heard((one) => one.event === 'approval' && one.approval !== null, from)

/** Opens the window of the current approval, as the page and the visitor would. */
export async function windowOf(frame: Frame, from = 0) {
  await approvalOf(frame, from)
  const id = randomId(32)
  await frame.call('window', { window: 'approve', id })
  const opened = frame.openWindow(id)
  opened.greet()
  const shown = (await opened.hear('latchkey-frame-approval')) as unknown as {
    request: ShownRequest
    payload: string
    site: string
    barred?: string
  }
  const decide = (approved: boolean, payload = shown.payload, ...more: [string?, object?]) =>
    opened.say({ type: 'latchkey-window-decided', approved, payload }, ...more)
  return { ...opened, id, shown, decide }
}

/** Answers of a devnet for the fields that a transaction leaves out. */
export function withNode(frame: Frame): void {
  for (const [method, answer] of Object.entries({
    eth_getTransactionCount: '0x5',
    eth_estimateGas: '0x5208',
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBlockByNumber: { baseFeePerGas: '0xa' },
    eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
    eth_blockNumber: '0x1',
  })) {
    frame.gateway.held.node.set(method, answer)
  }
}

/** Adds a recovery key by its window. */
export async function withRecovery(frame: Frame) {
  const pair = await cipherSuite().kem.generateKeyPair()
  const publicKey = base64url(
    new Uint8Array(await cipherSuite().kem.serializePublicKey(pair.publicKey)),
  )
  const id = randomId(32)
  await frame.call('window', { window: 'recovery', id })
  const opened = frame.openWindow(id)
  opened.greet()
  await opened.hear('latchkey-frame-ready')
  const recovery = { kind: 'password', publicKey, salt: 'abcd', memory: 65536, passes: 3, lanes: 1 }
  opened.say({ type: 'latchkey-window-recovery', recovery })
  const done = await opened.hear('latchkey-frame-done')
  if (done.isRefused) throw new Error(String(done.code))
  return { pair, publicKey }
}
