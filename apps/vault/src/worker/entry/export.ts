import { exportWallet } from '../export.ts'
import { serve } from '../serve.ts'

serve(exportWallet)
