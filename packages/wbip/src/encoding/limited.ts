import {
  clarityBufferBytes,
  contractNameBytes,
  identifierNameLimit,
  memoBytes,
  multisigPublicKeysLimit,
} from '@latchkey/protocol'
import { clarityFault } from './clarity.ts'
import { boundedText, narrowShape, type Shape } from './shape.ts'

const countBytes = (value: string) => new TextEncoder().encode(value).length
const contractName = /^[a-zA-Z][a-zA-Z0-9_-]*$/
const identifier = /^(?:[a-zA-Z][a-zA-Z0-9_\-!?+<>=/*]*|[-+=/*]|[<>]=?)$/

const lengthFault = (limit: number) => (value: string) =>
  countBytes(value) > limit ? `has ${countBytes(value)} bytes, more than ${limit}` : undefined

/** Checks the memo of a transfer: at most 34 bytes of UTF-8. */
export const memoText: Shape<string> = (value, at) =>
  value === ''
    ? undefined
    : narrowShape(boundedText(clarityBufferBytes), lengthFault(memoBytes))(value, at)

/** Checks the name of a contract: at most 128 bytes. */
export const nameOfContract: Shape<string> = narrowShape(
  boundedText(clarityBufferBytes),
  (value) =>
    lengthFault(contractNameBytes)(value) ??
    (contractName.test(value) ? undefined : 'is no name of a contract'),
)

/** Checks the name of a function or asset: shorter than 128 characters. */
export const identifierName: Shape<string> = boundedText(identifierNameLimit - 1, identifier)

export const stacksAddress: Shape<string> = boundedText(41, /^S[0-9A-HJKMNP-TV-Z]{27,40}$/)
export const stacksPrincipal: Shape<string> = narrowShape(boundedText(200), principalFault)
/** Checks the id of a contract: `ADDRESS.name`. */
export const contractId: Shape<string> = narrowShape(boundedText(clarityBufferBytes), (value) =>
  value.includes('.') ? principalFault(value) : 'is not written ADDRESS.name',
)
/**
 * Checks the name of a token: its contract `ADDRESS.name`, or the contract with the token,
 * `ADDRESS.name::token`.
 */
export const assetName: Shape<string> = narrowShape(boundedText(clarityBufferBytes), (value) => {
  const [contract = '', token, ...extraParts] = value.split('::')
  if (extraParts.length > 0) return 'is not written ADDRESS.name::token'
  return (
    contractId(contract, 'contract') ??
    (token === undefined ? undefined : identifierName(token, 'token'))
  )
})

function principalFault(value: string): string | undefined {
  const [address = '', name, ...extraParts] = value.split('.')
  if (extraParts.length > 0) return 'is not written ADDRESS.name'
  return (
    stacksAddress(address, 'address') ??
    (name === undefined ? undefined : nameOfContract(name, 'name'))
  )
}

/** Checks a serialised Clarity value; each buffer in it has at most 1 MB. */
export const clarityValue: Shape<string> = narrowShape(
  boundedText(2 * clarityBufferBytes + 256),
  clarityFault,
)
/** Checks hex text: whole bytes, at most 1 MB. */
export const hexBytes: Shape<string> = boundedText(
  2 * clarityBufferBytes + 2,
  /^(?:0x)?(?:[0-9a-f]{2})+$/i,
)

/** Checks a serialised Stacks transaction; a multisig one has at most 15 public keys. */
export const stacksTransaction: Shape<string> = narrowShape(hexBytes, (hex) => {
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex
  const numberAt = (start: number, count: number) =>
    Number.parseInt(digits.slice(start * 2, (start + count) * 2), 16)
  // The number of public keys of a multisig transaction is read at a fixed position. Lengths in
  // bytes of what comes before the keys: version 1, chain id 4, authorisation type 1, hash mode 1,
  // signer 20, nonce 8, fee 8, number of keys 4.
  if (digits.length < 2 * 44) return 'is too short for a transaction'
  const isMultisig = [0x01, 0x03, 0x05, 0x07].includes(numberAt(6, 1))
  return isMultisig && numberAt(43, 4) > multisigPublicKeysLimit
    ? `has ${numberAt(43, 4)} public keys, more than ${multisigPublicKeysLimit}`
    : undefined
})

/**
 * Returns, as text, what is wrong with the public keys (at most 15) of a multisig address;
 * undefined when nothing is.
 */
export function publicKeysFault(keys: readonly string[]): string | undefined {
  if (keys.length > multisigPublicKeysLimit)
    return `P2SH multisig address can only contain up to ${multisigPublicKeysLimit} public keys`
  const key = boundedText(130, /^(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i)
  return keys
    .map((publicKey, i) => key(publicKey, `keys[${i}]`))
    .find((fault) => fault !== undefined)
}
