type CsvFieldProps = { label: string; name: string; hint?: string }

/** The field for a CSV file, which the form requires. */
export function CsvField({ label, name, hint }: CsvFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name} className="field-label">
        {label}
      </label>
      <input id={name} type="file" name={name} accept=".csv,text/csv" required />
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  )
}
