/** Labels and blocks in the size of the loading content. */
export function AppSkeleton({ isSlow }: { isSlow: boolean }) {
  return (
    <div role="status" aria-label={isSlow ? 'Still loading' : 'Loading'}>
      <p class="lead">
        {isSlow ? 'Still loading' : <span class="sk" style={{ width: '320px', height: '20px' }} />}
      </p>
      <div class="kpi card">
        {['ROAS', 'Spend', 'Installs', 'CPI', 'Payback'].map(label => (
          <div key={label}>
            <div class="m">{label}</div>
            <span class="sk" style={{ width: '96px', height: '30px' }} />
          </div>
        ))}
      </div>
      <div class="cols two">
        <div class="card sk-card" />
        <div class="card sk-card" />
      </div>
    </div>
  )
}
