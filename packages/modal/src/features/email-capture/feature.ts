import type { Feature } from '../../contract/view.ts'
import { dataCaptureView } from './DataCapture.tsx'
import { dataCaptureOtpConfirmView } from './DataCaptureOtpConfirm.tsx'
import { startCapture } from './start-capture.ts'

/** The email that an owner asks those for who have just connected. */
export const feature: Feature<'email-capture'> = {
  views: { DataCapture: dataCaptureView, DataCaptureOtpConfirm: dataCaptureOtpConfirmView },
  start: startCapture,
}
