extension Remedies {
    /// The remedies for file stores that serve files to the web.
    static let stores: [ServerRemedy] = s3 + azureBlob + googleCloudStorage

    /// Returns the remedies for a file that is missing or has a wrong type; `snippet` uploads it.
    private static func uploadRemedies(
        to platform: HostingPlatform, named name: String, ifMissing steps: String, snippet: String, source: String
    ) -> [ServerRemedy] {
        (mediaTypeCodes + [.fileMissing]).map { code in
            ServerRemedy(
                code, on: platform, language: .shell,
                steps: code == .fileMissing
                    ? steps : "\(name) serves the type set at upload. Upload the file again with the correct one.",
                snippet: snippet, source: source)
        }
    }

    private static let s3: [ServerRemedy] =
        uploadRemedies(
            to: .s3, named: "S3",
            ifMissing: "Upload the file under exactly this key; tools that skip names with a leading dot omit it.",
            snippet: """
                aws s3 cp apple-app-site-association \\
                    s3://example.com/.well-known/apple-app-site-association \\
                    --content-type application/json
                """,
            source: "AWS, AWS CLI: s3 cp"
        )
        .map { $0.followed(by: "With CloudFront in front of it, invalidate the path afterwards.") } + [
            ServerRemedy(
                .httpForbidden, on: .s3, language: .json,
                steps: """
                    S3 also responds with 403 if the file is missing: check with “aws s3 ls \
                    s3://example.com/.well-known/” that the file exists under exactly this name.
                    If it exists, make it publicly readable with this statement in the bucket policy. “Block public \
                    access” must permit this. Behind CloudFront, the distribution needs the permission instead.
                    """,
                snippet: """
                    {
                      "Version": "2012-10-17",
                      "Statement": [
                        {
                          "Effect": "Allow",
                          "Principal": "*",
                          "Action": "s3:GetObject",
                          "Resource":
                            "arn:aws:s3:::example.com/.well-known/apple-app-site-association"
                        }
                      ]
                    }
                    """,
                source: "AWS, S3: GetObject (permissions); AWS, S3: Setting permissions for website access")
        ]

    private static let azureBlob = uploadRemedies(
        to: .azureBlob, named: "Blob Storage",
        ifMissing: "Upload the file to the container of the static website, under exactly this name.",
        snippet: """
            az storage blob upload --account-name example \\
                --container-name '$web' --overwrite \\
                --file apple-app-site-association \\
                --name .well-known/apple-app-site-association \\
                --content-type application/json
            """,
        source: "Microsoft, Azure CLI: az storage blob upload")

    private static let googleCloudStorage = uploadRemedies(
        to: .googleCloudStorage, named: "Cloud Storage",
        ifMissing: "Upload the file under exactly this name; the bucket must allow “allUsers” to read it.",
        snippet: """
            gcloud storage cp apple-app-site-association \\
                gs://example.com/.well-known/apple-app-site-association \\
                --content-type=application/json
            """,
        source: "Google Cloud, gcloud storage cp")
}
