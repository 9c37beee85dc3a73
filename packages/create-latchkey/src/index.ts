export type { AppChoices, AppFile, TemplateName } from './choices.ts'
export { type AppPlace, createApp } from './create-app.ts'
export { planApp } from './files/plan-app.ts'
