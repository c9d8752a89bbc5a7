/** TAP_GREP, removed from the environment before tap is loaded: this process would filter the names of files by it. */
export const filter = process.env['TAP_GREP']
delete process.env['TAP_GREP']
