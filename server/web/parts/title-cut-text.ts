/** Gives truncated text, such as a long name or a selected option, a tooltip with the full text when a pointer enters. */
export function titleCutText(): void {
  addEventListener('pointerover', ({ target }) => {
    for (
      let at = target instanceof Element ? target : null;
      at instanceof HTMLElement;
      at = at.parentElement
    ) {
      if (at instanceof HTMLSelectElement) at.title = at.selectedOptions[0]?.text ?? ''
      else if (
        at.scrollHeight > at.clientHeight + 1 &&
        getComputedStyle(at).webkitLineClamp !== 'none'
      )
        at.title = at.textContent
    }
  })
}
