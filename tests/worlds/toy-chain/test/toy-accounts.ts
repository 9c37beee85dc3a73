/** A key of the toy chain, as a JSON Web Key; the address is the public half. */
interface ToyAccount {
  readonly address: string
  readonly jwk: JsonWebKey
}

/** The first two keys of RFC 8032, section 7.1. */
export const toyAccounts: readonly [ToyAccount, ToyAccount] = [
  {
    address: 'toy1d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    jwk: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
  },
  {
    address: 'toy13d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    jwk: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs',
      x: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
    },
  },
]

/** Signs a text with the key of an account; the signature is 64 bytes in hex. */
export async function signByToyKey(address: string, message: string): Promise<string> {
  const account = toyAccounts.find((one) => one.address === address)
  if (!account) throw new Error(`no key of ${address}`)
  const key = await crypto.subtle.importKey('jwk', account.jwk, 'Ed25519', false, ['sign'])
  const bytes = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(message))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the key that an address consists of has signed a text. */
export async function isToySignature(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(address.slice(4)), 'Ed25519', false, [
    'verify',
  ])
  const text = new TextEncoder().encode(message)
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), text)
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
