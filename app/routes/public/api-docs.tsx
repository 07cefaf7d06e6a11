export default function ApiDocsPage() {
  return <h1>API</h1>;
}
