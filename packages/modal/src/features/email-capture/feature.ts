import type { Feature } from '../../contract/view.ts'
import { dataCaptureView } from './DataCapture.tsx'
import { dataCaptureOtpConfirmView } from './DataCaptureOtpConfirm.tsx'
import { startCapture } from './start-capture.ts'

/** Asks visitors who have just connected for an email address, when the owner wants it. */
export const feature: Feature<'email-capture'> = {
  views: { DataCapture: dataCaptureView, DataCaptureOtpConfirm: dataCaptureOtpConfirmView },
  start: startCapture,
}
