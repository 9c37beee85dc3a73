import { isRecord } from './shape.ts'

/** Answer of `GET /getAnalyticsConfig`. */
export interface AnalyticsAnswer {
  readonly isAnalyticsEnabled: boolean
}

/** Whether `value` is an answer of the analytics configuration call. */
export function isAnalyticsAnswer(value: unknown): value is AnalyticsAnswer {
  return isRecord(value) && typeof value.isAnalyticsEnabled === 'boolean'
}
