/**
 * A stand-in for the page of the Base Account, which opens as a window: it speaks the messages of the
 * wallet's published library, and has the test answer what a visitor would. It has no passkey, and
 * proves nothing about the real page.
 */
export const keysPage = `<!doctype html><title>Stand-in for keys.coinbase.com</title>
<script type="module">
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const toBytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16))
  const own = await crypto.subtle.generateKey(algorithm, true, ['deriveKey'])
  const sender = toHex(new Uint8Array(await crypto.subtle.exportKey('spki', own.publicKey)))
  const post = (message) => opener.postMessage(message, '*')
  const readSecret = async (peer) =>
    crypto.subtle.deriveKey(
      { name: 'ECDH', public: await crypto.subtle.importKey('spki', toBytes(peer), algorithm, true, []) },
      own.privateKey,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    )
  addEventListener('message', async ({ data }) => {
    if (data.event === 'selectSignerType') return post({ requestId: data.id, data: 'scw' })
    if (!data.content) return tellTest(data)
    const secret = await readSecret(data.sender)
    const { handshake, encrypted } = data.content
    const read = async ({ iv, cipherText }) =>
      JSON.parse(
        new TextDecoder().decode(
          await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, cipherText),
        ),
      ).action
    const { method, params } = handshake ?? (await read(encrypted))
    const answer = await answerTest(method, params)
    const id = crypto.randomUUID()
    if (answer.failure) return post({ id, requestId: data.id, sender, content: answer })
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = JSON.stringify({ result: answer, data: { chains: { 31337: 'https://node.example' } } })
    const cipherText = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      secret,
      new TextEncoder().encode(text),
    )
    post({ id, requestId: data.id, sender, content: { encrypted: { iv, cipherText } } })
  })
  post({ event: 'PopupLoaded', id: crypto.randomUUID() })
</script>`
