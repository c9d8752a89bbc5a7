/** Saves a file that the page created. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)

  link.download = name.replace(/[/\\:*?"<>|\u0000-\u001f]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
