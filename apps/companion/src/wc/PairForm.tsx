import { type JSX, useRef, useState } from 'react'
import type { Phone } from './phone-contract.ts'
import { readQr } from './read-qr.ts'
import { Scan } from './Scan.tsx'

const maxFileBytes = 20_000_000

/**
 * Lets the visitor enter a WalletConnect pairing link: by pasting, by the camera, or by an image of
 * the QR code.
 */
export function PairForm({
  phone,
  fault,
}: {
  phone: Phone
  fault: string | undefined
}): JSX.Element {
  const [link, setLink] = useState('')
  const [hint, setHint] = useState('')
  const [isScanning, setIsScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const pairLink = (text: string): void => {
    setIsScanning(false)
    setHint('')
    setLink('')
    void phone.pair(text)
  }
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setHint('')
    try {
      const image = file.size > maxFileBytes ? undefined : await createImageBitmap(file)
      const text = image && (await readQr(image))
      image?.close()
      if (text) pairLink(text)
      else setHint('No code was found in this picture.')
    } catch {
      setHint('This file is no picture.')
    }
  }
  return (
    <form
      className="pair-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (link.trim()) return pairLink(link)
        setHint('Paste the link that the page shows with its code.')
        field.current?.focus()
      }}
    >
      <label className="field">
        <span>Paste a link</span>
        <input
          ref={field}
          type="text"
          value={link}
          placeholder="wc:…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="pair-hint"
          onChange={({ target }) => setLink(target.value)}
        />
      </label>
      <button type="submit" className="primary">
        Connect to the page
      </button>
      <div className="ways">
        <button
          type="button"
          className="small"
          aria-pressed={isScanning}
          onClick={() => setIsScanning(!isScanning)}
        >
          Scan with the camera
        </button>
        <label className="small file">
          Choose a picture
          <input
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              void readFile(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
      </div>
      {isScanning ? <Scan onFound={pairLink} onEnd={() => setIsScanning(false)} /> : null}
      <p className="hint" role="status" id="pair-hint">
        {hint || fault || ''}
      </p>
    </form>
  )
}
