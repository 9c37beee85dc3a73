const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes as base58, with the alphabet of Bitcoin and Solana. */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leadingOnes = '1'.repeat(zeros < 0 ? bytes.length : zeros)
  const digits: string[] = []
  for (
    let remainder = BigInt(
      `0x0${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    );
    remainder > 0n;
    remainder /= 58n
  ) {
    digits.push(alphabet[Number(remainder % 58n)] ?? '')
  }
  return leadingOnes + digits.reverse().join('')
}

/** Signs a transaction as `publicKey`; throws when it needs no signature of that key. */
export function signTransaction(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): { readonly transaction: Uint8Array; readonly signature: Uint8Array } {
  const count = transaction[0] ?? 0
  // With at most 12 signatures and fewer than 128 keys, each compact length takes one byte.
  if (count === 0 || count > 12) throw new Error('the transaction has an odd number of signatures')
  const message = transaction.slice(1 + count * 64)
  const keysStart = ((message[0] ?? 0) & 0x80 ? 1 : 0) + 4
  const index = Array.from({ length: count }, (_, i) =>
    message.slice(keysStart + i * 32, keysStart + (i + 1) * 32),
  ).findIndex((key) => key.length === 32 && key.every((byte, i) => byte === publicKey[i]))
  if (index < 0) throw new Error('the transaction asks no signature of this account')
  const signature = sign(message)
  const signed = transaction.slice()
  signed.set(signature, 1 + index * 64)
  return { transaction: signed, signature: signed.slice(1, 65) }
}

/** The text that a wallet signs for `solana:signIn`, from the input's fields. */
export function signInText(input: Readonly<Record<string, unknown>>): string {
  const names = {
    uri: 'URI',
    version: 'Version',
    chainId: 'Chain ID',
    nonce: 'Nonce',
    issuedAt: 'Issued At',
    expirationTime: 'Expiration Time',
    notBefore: 'Not Before',
    requestId: 'Request ID',
  }
  const fieldLines = Object.entries(names).flatMap(([key, name]) =>
    input[key] ? [`${name}: ${String(input[key])}`] : [],
  )
  const resources = input.resources as readonly string[] | undefined
  if (resources) fieldLines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return (
    `${String(input.domain)} wants you to sign in with your Solana account:\n${String(input.address)}` +
    (input.statement ? `\n\n${String(input.statement)}` : '') +
    (fieldLines.length > 0 ? `\n\n${fieldLines.join('\n')}` : '')
  )
}

/** Decodes base58 text; throws for other text. */
export function fromBase58(text: string): Uint8Array {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const value = [...text].reduce((sum, character) => {
    const digit = alphabet.indexOf(character)
    if (digit < 0) throw new Error('no base58')
    return sum * 58n + BigInt(digit)
  }, 0n)
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = (hex.length % 2 ? `0${hex}` : hex).match(/../g) ?? []
  return Uint8Array.from([
    ...Array<number>(zeros).fill(0),
    ...bytes.map((byte) => Number.parseInt(byte, 16)),
  ])
}
