import { provideWbip } from './page/provide-wbip.ts'

provideWbip(window, 'xverse')
