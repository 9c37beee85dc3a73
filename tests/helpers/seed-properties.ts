import fc from 'fast-check'
import { seed } from './seed.ts'

// Loaded where `LATCHKEY_SEED` is given: each property draws again what it drew in the run that told this seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
