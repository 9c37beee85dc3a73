interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: readonly string[]
}) => Detector) & {
  getSupportedFormats?(): Promise<readonly string[]>
}

const maxSide = 1600

/**
 * The text of a QR code in an image or a video frame; undefined when there is none. The browser's
 * own detector is used when there is one; otherwise a reader is loaded when first needed.
 */
export async function readQr(
  source: ImageBitmap | HTMLVideoElement,
  BrowserDetector: DetectorClass | undefined = (globalThis as { BarcodeDetector?: DetectorClass })
    .BarcodeDetector,
): Promise<string | undefined> {
  const formats: readonly string[] | undefined =
    await BrowserDetector?.getSupportedFormats?.().catch(() => [])
  if (BrowserDetector && formats?.includes('qr_code')) {
    const [found] = await new BrowserDetector({ formats: ['qr_code'] })
      .detect(source)
      .catch(() => [])
    if (found) return found.rawValue
  }
  const [fullWidth, fullHeight] =
    'videoWidth' in source ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  if (fullWidth === 0 || fullHeight === 0) return undefined
  const scale = Math.min(1, maxSide / Math.max(fullWidth, fullHeight))
  const [width, height] = [
    Math.max(1, Math.round(fullWidth * scale)),
    Math.max(1, Math.round(fullHeight * scale)),
  ]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const canvasContext = canvas.getContext('2d', { willReadFrequently: true })
  if (!canvasContext) return undefined
  // An image may be transparent, so it is drawn on white before the QR code is read.
  canvasContext.fillStyle = '#fff'
  canvasContext.fillRect(0, 0, width, height)
  canvasContext.drawImage(source, 0, 0, width, height)
  const { data } = canvasContext.getImageData(0, 0, width, height)
  const { default: jsQR } = await import('jsqr')
  return jsQR(data, width, height)?.data
}
