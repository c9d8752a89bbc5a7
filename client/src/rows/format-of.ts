import type { FileFormat } from '../downloaded-file.ts'
import type { Given } from './certain.ts'

/** The format of the file that these parameters ask for. */
export type FormatOf<Parameters> = Given<Parameters, 'format', 'parquet'> & FileFormat
