import { type JSX, useEffect, useRef, useState } from 'react'
import { readQr } from './read-qr.ts'

const scanIntervalMs = 150

/** Reads the camera's picture until it contains the QR code of a pairing link. */
export function Scan({
  onFound,
  onEnd,
}: {
  onFound: (link: string) => void
  onEnd: () => void
}): JSX.Element {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState('')
  const [found] = useState(() => ({ tell: onFound }))
  found.tell = onFound
  useEffect(() => {
    const effectState: { isCurrent: boolean; stream?: MediaStream } = { isCurrent: true }
    const lookForCode = async (): Promise<void> => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      })
      effectState.stream = stream
      if (!effectState.isCurrent || !video.current) return stopStream(stream)
      video.current.srcObject = stream
      await video.current.play()
      while (effectState.isCurrent) {
        const text = video.current ? await readQr(video.current) : undefined
        if (effectState.isCurrent && text && /\bwc:|uri=wc/.test(text)) return found.tell(text)
        await new Promise((resolve) => setTimeout(resolve, scanIntervalMs))
      }
    }
    lookForCode().catch(
      () => effectState.isCurrent && setFault('The camera cannot be used. Paste the link instead.'),
    )
    return () => {
      effectState.isCurrent = false
      if (effectState.stream) stopStream(effectState.stream)
    }
  }, [found])
  return (
    <div className="scan">
      {fault ? (
        <p role="alert" className="hint bad">
          {fault}
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label="Camera" />
      )}
      <button type="button" className="small" onClick={onEnd}>
        Stop the camera
      </button>
    </div>
  )
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop()
  }
}
