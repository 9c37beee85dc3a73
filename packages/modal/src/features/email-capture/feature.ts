import type { Feature } from '../../contract/view.ts'
import { dataCaptureView } from './DataCapture.tsx'
import { dataCaptureOtpConfirmView } from './DataCaptureOtpConfirm.tsx'
import { startCapture } from './start-capture.ts'

/**
 * The feature that asks visitors who have just connected for an email address, when the owner wants
 * one.
 */
export const feature: Feature<'email-capture'> = {
  views: { DataCapture: dataCaptureView, DataCaptureOtpConfirm: dataCaptureOtpConfirmView },
  start: startCapture,
}
