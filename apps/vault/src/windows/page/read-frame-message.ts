import type { FrameToWindow } from '@latchkey/protocol/vault'

type MessageType = FrameToWindow['type']

/**
 * Fields that must be text, by type of message. All other fields are checked where they are used.
 */
const textFieldsByType: Readonly<Record<MessageType, readonly string[]>> = {
  'latchkey-frame-approval': ['payload', 'site', 'account'],
  'latchkey-frame-recover': ['sealTo'],
  'latchkey-frame-ready': ['window', 'site', 'label'],
  'latchkey-frame-answer': [],
  'latchkey-frame-export': ['sealed'],
  'latchkey-frame-pair': [],
  'latchkey-frame-done': [],
}

const maxTextLength = 4_096

/**
 * Reads a message of the frame for this id and nonce; null for anything else. The sender's origin
 * was checked before.
 */
export function readFrameMessage(data: unknown, id: string, nonce: string): FrameToWindow | null {
  if (typeof data !== 'object' || data === null) return null
  const record = data as Record<string, unknown>
  const type = record.type
  if (typeof type !== 'string' || !Object.hasOwn(textFieldsByType, type)) return null
  if (record.id !== id || record.nonce !== nonce) return null
  const isText = textFieldsByType[type as MessageType].every((name) => {
    const value = record[name]
    return typeof value === 'string' && value.length <= maxTextLength
  })
  if (!isText) return null
  if (type === 'latchkey-frame-approval' && !isRequest(record.request)) return null
  if (
    type === 'latchkey-frame-recover' &&
    !(Array.isArray(record.methods) && record.methods.length <= 32)
  )
    return null
  if (type === 'latchkey-frame-pair' && !Number.isSafeInteger(record.left)) return null
  if (type === 'latchkey-frame-answer' && !Number.isSafeInteger(record.ask)) return null
  return record as unknown as FrameToWindow
}

function isRequest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { chain, method } = value as Record<string, unknown>
  return (
    typeof chain === 'string' &&
    chain.length <= 64 &&
    typeof method === 'string' &&
    method.length <= 64
  )
}
