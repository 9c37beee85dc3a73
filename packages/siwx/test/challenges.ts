/** A challenge with only the fields that every challenge has. */
export const challenge = {
  domain: 'shop.example',
  uri: 'https://shop.example',
  nonce: 'abcdefgh1234',
  issuedAt: '2026-01-02T03:04:05.000Z',
  expirationTime: '2026-01-02T03:09:05.000Z',
}
/** A challenge with all fields that a challenge can have. */
export const fullChallenge = {
  ...challenge,
  domain: 'shop.example:8443',
  statement: "I accept the terms: https://shop.example/tos (it's final).",
  notBefore: '2026-01-02T03:04:00+02:00',
  requestId: 'r-1:a@b%20',
  resources: ['https://shop.example/a?b=c#d', 'ipfs://bafy/1', 'urn:isbn:0451450523'],
}
