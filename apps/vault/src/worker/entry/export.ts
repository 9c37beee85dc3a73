import { exportWallet } from '../export.ts'
import { serveOperation } from '../serve-operation.ts'

serveOperation(exportWallet)
