import { isRecord } from './shape.ts'

/** Answer of `GET /getAnalyticsConfig`. */
export interface AnalyticsAnswer {
  readonly isAnalyticsEnabled: boolean
}

/** Whether `value` is an answer of `GET /getAnalyticsConfig`. */
export function isAnalyticsAnswer(value: unknown): value is AnalyticsAnswer {
  return isRecord(value) && typeof value.isAnalyticsEnabled === 'boolean'
}
