import Audit
import Deflate
import Digests
import Findings
import Foundation
import Reports
import Runs
import Testing

@testable import History

/// A database that version 0.1.0 wrote before observations were encoded and compressed as they are now.
struct EarlierVersionTests {
    @Test func isReadAsItWasWritten() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        let packed = try #require(Data(base64Encoded: Self.database, options: .ignoreUnknownCharacters))
        try Data(Inflater().expand(Array(packed))).write(to: URL(filePath: path))
        // Read as it is, and then as one that this version writes to.
        for access in [RunDatabase.Access.reading, .writing] {
            let database = try RunDatabase(path: path, access: access)
            defer { database.close() }
            for (index, digest) in Self.digests.enumerated() {
                let run = try DatabaseRun(database.run(named: "\(index + 1)"), in: database)
                var lines: [UInt8] = []
                try run.forEachDomain { lines += DomainLine($0, bodies: .always).bytes }
                #expect(SHA256.hexadecimal(lines) == digest)
            }
            let judged = try DatabaseRun(database.run(named: "2"), in: database) { observation, _ in
                Judge().judge(observation)
            }
            #expect(judged.notRejudged == 0)
            try judged.forEachDomain { report in
                #expect(report.findings.map(\.code) == [.detailModernOnly])
                #expect(report.file?.bytes?.isEmpty == false)
            }
        }
    }

    /// Of the lines of both runs, with the text of their files.
    private static let digests = [
        "6f93b440dd0ad08037794e829c636159e77469ea264797d63f7589d9b518a274",
        "c38ca360337afb17c44c9064a2d23869dfd5437606b211d81076911ea8f0f85b",
    ]

    /// Two nights of one domain: the file in zlib's form, in Base 64.
    private static let database = """
        eNrtXQkgVGvfP2eGGUOoxCRk4haTfScp2yRLki1SNGYOhjHDzNgSGimtlkqrulqVbqtWiZL2kKSdFOne0nXlKt2278w5Q0a4977v/b73/er8Op4zz/48//Os
        ////efKZ5cESQJQwLi+aLqCYAVIACAL2FAoAwD8BgAp8gZbYrQcg/IcX/XBw8HEABoYUYMgApeEfBPxTkV0b/x7/Bt+Bb8M/Rx0wYMDwv4wxKrChPAI2RirA
        xvBhsCErBxskaXlRJ8Y/BPDd+J/hFwYMGL4NyOFxmjwohssTsDjhCjjceG4oH+LF0wUsLodPAHHKvDgOXxbp//cBfDv+CfzCgAHDtwAiXpkk6uDyeE2wdxTA
        D8ePB/sOAzjR/I8D9wK427CB4b8W6VScEuAnLa2hrDpCKG8kpEmTSDLuYaZMc1MbBtOAaWVsZmDOsLEwsAkzYxqEmVqZWJgxmVaWlkyw4Gr8FQA2D5xYxOBG
        x7AhAcTn0qNMjU0tDU2TU4xNmWFW1lZWNsbGZky6ZZiFmSXT0sScaW1pbm4eamVhRYesrYzDTBmmoXQzEwtzBsPExtLE2sSaYcI0MaZbGbFZfAHfCOIL6ALI
        UJAoSNaKofP5WpNM9LUS6DyO1iRjfa0wOouN/Ijj8CA6I4IeyoYQO4sTT2ezmGggFocJN1I4arIWExLAUQyiuUyIxzHgcthJcIIpKWg1krV6KqI1ScCLg9CM
        0KhB81LSqWA/WgEwrUytmWHmTCuGQVgo0wKmFd3awJrJoBuYGEPWlpCZsaWVFQQWVHqxYVpVZs75Fmglqsaf0Eo0/+PwhwD8PdjAgAHDfzN08X7gXxn0cTp4
        P9JfGfGQ+R/fBuDfwgYGDBi+WZBweFUSuhcggnglEN4eIOt/EH8FgB8MGDD8P4UlSARscDYgKYLLFxgYG6JbDPidSBet/sEzA7vjZJH+3wzADwYMGL49qEvZ
        4AYdFuTx3YA0sBfAu+JPA3/gteCfyfA/PSKBPFUVBFgcJpTIj2WzBFAIPU7ARewhTG40ncUJMUHfMl7SBLKeHhgoEHEqxIH5UGwcxGH0txKcvGkOvjSKL1wu
        OLO0v1yJfyUPB0cPGqWfpy6HHg3pwzZqxng8kaykBC4zQdKEF0PwIyURF3ag6MpSYLCYFFdPX5oLzZvi5e06w8E7kOJOC6Q4+PnOdPWE48ygefrqIyFF6VN8
        aQG+FM+Z8J+fhwfFz9N1lh8N9YbpzxNAzBC6oDfBnnBogDAWh8WPkAjRG1PQP2Wn6TQnd4ou6uXqSdHVgYssYu7o6FN0WBwBxOPFxcDZiaw9bCAdKhVNUMDl
        skPiIR6fxeVIpov68+JgSg8VgBuD8JAH8oJrGQ4JBvTic+N4DGhAn7joaDovCfGS1afwIYGALUkISiidD7FZHCjkywfRp8TAJP2KmhRn2jQHPw9fiok+BV3z
        wkkNHdJYnwIhXDWkBFSKj6+3q5PveCkC2UZpsK4A0zvEBDakOSBR1ECFSkhrCucxQ0OiWeE8lM3ez4qTaGX9PCm6LCbEEbDCWBCv3+fu0/SodjgCeZbeYMXq
        l2aIST8Hkd6OjKhfyeNmAwQgB8CtwoWAK3GGQA4YDDsBor//BITuskSyqiqYHov2SuTLoaa8ZN9E3P529xQPXX0i9FLXmzaN5k3zdKL5iEOJvoS4rzDpAjrF
        0WOmY78mi3Ztim5vsvpwWaiyPW1HT26oYRStAtx8kLeCkCJDJCsrg+naSNVDucwk0Z+cRLVFLkNWWtyVIuimFpaSJZYch1gLoEFGoK/r2lsfHRKBbKs8WH1E
        ZQsxEZnD8Jlo8/pb84gwkYB8+8XuCAFQV9QkShCh5/P8KRm+HoxRd6TpDFJ7Fj+GTU8acECE+HFseFAbYgARh0O+a58hSqKtIDMQUoQvDQUmVdJ/pL+h+38b
        AH4wYMDwlycqZ5AAeODSnTNm5YX//rT6swX7tGPL6YLl15aG1BrYDfOtsCfsj1cOvw2OS8xPyT6iUGE8zDlt9+tlO36QPyzAXztXSSxQGNc1PHfCLLV9Tnlp
        l6lyMvteN3U2dMbI/Tx6a9ch0ubdEQ+ysxyyXYNmZ9WfPU6r2Ddl//Uyu7nZjzKEmfebdW2e2Ru1VDbVFtZsWESozJhwv2l3TihRz3S4/VW7HT8W7b3s63ql
        jXzo5G9/KM4OOpX+qNZ4YwdrWhvp8IOUkw2ReZ1qLZuDKtH9/yMAfjBgwPANQRvvQfqz0QmZ/3HKAPxgwIBi5XxQGiBtcEzMfxXQwH94akRae4jwyXU7312k
        9F1Sca+bFppXzV3zMqDMs/DqDILUBhWjUedAe73Nqz6//TX96IG5oSHt+155fJifu1JT5Uz5x5G/2/xSZb2EuZV9QJG1Tag4EUhN9T4Tu4iZeyy+cEGn7o63
        zQUKNWlk6zmZLnm7A36I554bH2Umf0GLVBCfUPPims7LhHL9kQy8uqZrXUbN1b2lLrS7TQ+CiXM+5ncvVlz0fu2nQvm1m6YnCXPOxmnGnvVZnEm7tch/LbFS
        x0CqXvGX6hNNHpFVMdNTTwd+mCZPfjsxfUvZzd/kBe+eT5UJN5h7Yb5LzKphSWyrkqkBBxy58gfTPN8YD5s6piU7eILV8CfjVqWmxL+Jflpj+mBN6i678Ehn
        1xWffR4TF/7W+GLKRBe1tlHHGp4cWU5MkI/m1SzMfb4ysXrquSTHQ0qhgccP4Gfm5mo17ze9bpZqlPXEdp5DSMWd+79Evk8In6rxa8XOAyYFV1fI2Zc/rFsC
        TJg7dtrRFavawydWp3bVtmg3Lak98aqqPlrFInOj7UU3reKziwt12sfU56s/OVm0N/J22UQ9w/0L7ud5Rfw8aVZ9SS4EQtp+ZWvmHHhRFJVUu8Lyrt++laY1
        UfX6UVlnHqwZudBrezGH/PHO4q0POF4KV9oNdD1OwV9aF53/3wPwgwEDhu8HUlIkEgnR/8O1APhC2MCA4VvcqjsogiQZUIYgIyNDIqXPJeFwNnoXjiu9bMIl
        nimM3RXz6p6twmLj4bRajdWTpx7eoMS852yp6aREHDXRvaklz7Cw48ykmQEK+oXR/Id3Wy0Dqk1KmuefdT657tnjwKxnxgbusm0OofYC7ZIRDXdpJ29tVjn+
        zPrseJcMhRyG5/Hme/bxTpdYZtTPFdYaBrJq+1M93Z7mMrbVXw7s1A71NqZuXJelfvl6YVv9rnUJPGsF9ecnNcJtd+1uubK8JUbrsXu13G3tndcCFEkkGZK4
        BkIFUv/ygyQAGHbB+IlVmpqGM80969nh/Kf84vxGQbF6XXTJhboqXkB1sH9A1k9X3Kz19DNh79Jnk0VRkfU/aAeAdqAF1lL+OhDu9hL7YQjDekWQWFgh4g+j
        pmI/YYXITcywFomM/kT+gAgeWUwqZaYnxZnmQYMTcnLwcXJwpv1bUowYNp0xGNefExcdCvEG8RQJGOMGYHz3kT/C3o4039k0mifFmOLg6UwxF2fKZkVBHIjP
        HyRpFh+RyrHo7EGTlwhC0TXWp5j0yDAhHo/LGyzpHkX3Qby/YtN/JYll95Uz9qUsKoX5Ih2C2F+Jh/5UKonE7Cut0kUbhv6XrytOftpMb5qriycaqI+kqbcC
        VIm2IxaMDSKS0qfMdvWdPtPPl+I9c7arM8r/twfgBwMGDH93bWEHjgBIJppmysJwGZK06K4Lma/P4yRAbLY7h5vAMaLHxLBZnCi+ERqIb2TM4oRxfSMgCsQR
        8JIo3DCKloOJo6mTmbM5zcKQwY02hKNBPGNDOKYWJYLOpyAHergcODxfi0LnMCkcLkUrhi6I4GvpU/hcCmumD8XEFPHhsuEiwOMJHEQADwx0JoUlMEQPOeHQ
        c2GI/j/wBADPwcY3dv4XmaOFcxWIZDIZXExG5mg6m0XnI4aSxAyNOP1zE/RQMy2LExM3sGrMgLMBktSg43eGnTyRrKYGLpuFVE98LEz8GiFRRbHjXxCb/4vL
        Cwbc4AeqFpvLQLROBpbEI2pKiJd4rQHFQzyWYEAJfDS8jqCHD5gJvEjgQYI4HmeoZURvCMlVBDcGXqEwQ4ZcAonDDKq3xYcgztApICEGjc9gc/lflUHC60tU
        WX1RdRPorHiIOYQ2Qp+K94btqXhPc5JFOAHYOI4Bw/cIVP73FoAfDBi+FyxPhVfq4NqFuESwanYD96Hl8M+zh51to/k7zwq5kZNpHlUXOsPqXoMxRQG3YvL9
        F0xXpX33puV8TnF553QrtNChFqxy8ljxturMew1NA9Lc1kBQqSkUvDVpZtLBcyf8c56XqzwrOlytaRCwUtqodf6dSUFhF+cev+7d+YGwIfXn7hPjr+0AtlcR
        R1qPVftwf73+OpsdCvJs9+evLnWqLz1jvj8vtbj2pqyc+htBzvq8i1Jj6os9WAfVRrWcPhgdS43yOlU8Om56m+3B5qDMmkXEkx/XnvEvPjKvRXXUH7KRW3dv
        ahqD/20m3u3tKDv7A1521z59iP3DXn1FOs3foKAxtaR8oe3Zt+m/ffrjRWsqTAcqcv8XkA7gtcEu+OUDuP/bK24YRn8jTnrMCGQFu8QKWcGKl3jiF1liBduz
        /Pu7Sr//wIJ+CIX2KChpaIX/r9T2e1ZoOjGovrnOAIr8PV76FB0mxIZXbzxUjZ8HhcXBq8FeLX4+HA7ifaVsCm/4WPAOZGA13nS94USygQGYQUJI3udCGESH
        t79dReIj9PcVf42/tmfoE7kPh+pf2kYh2sZ/kl0/Pp3E/qoPf2zoLZZwjiKRrK0Npif3p1afn6MGo9Gg5OlbmKF2Vf8Eu3hwjW70/o83gOheTmxawIDhewAi
        +ocNGZI8tv/HgOG7Bcb/w4AB6/8YMGD4/iBa/0uDdwF8La4Zl4tzAe+CqeBI4CRA+1vJgGswUv43gaNCJBuogkJt5KA9qn4Ywg0Tn7hH7RpilpWrpzMtgNI/
        jIiX1KO22FfnTKyVgMqp9cWagdTpygTyeCUwHM0ODhOaFIJcdQL/VpfMp48nkoeId/XlVhSq1ygCmaoE8vumJGa+wja1gdLq4c32pCa2o4WDqMIoJfRaAfSi
        F26cgB4uNlUluXaIm5hhNwTD92+rRwzGl4MrOSh7U4JX2VujLyzTwbiVBiMJZAe1wW5cEHPQQ0zEP0aj/D8GgD8KGxgwYPin4SktlNcA/92rw3uub8LNECVH
        +qeSQ/v/SwD/BjYwYMDwzW718dIgqvSLI+GlSagaMNr/XwP4P2ADAwYM3ziIcNcHZXA4aWkSiSSD9v8ukfy/C6MNBgzfAaSlQBkSDpH/Y/0fA4bvrv+TQKT/
        o/d/gPgPAPxgwIDhOwIej/Z/TP6PAcP3Cez+PwwYvktI4eFNgEj/hwQIAXwh3hbXhOPghoH5oBtwD3b6v4GfJkGkqYLqe6AaGF+UUFC7joTSR/8wIuWKHs2N
        L+oRMWOJZD01UKiDpNuj9iA+VCe2TpBIt18YUbK95w179S9Eyhyzp9O8aeJzfXZfzvB5aRDIVDUwSiJDuJS8OI7YNn7A/NAgEtmhSjZUjjqRbGYACkkobfqc
        u4PjDHRQ7wdJQn0dAaHVV+f3xCfpqPPVCGQTbTB5oOzgIvVx0RoqI3FtJM7AiWsUM4YoopGQimQhvpAkBL3fQmwbJ5G0ZBBRsr23mPTeitHzRfpck+HTq0wT
        qEogG6mBCRIZ9radnsQGzFOihfVm+6WJRY6GK6MKCjX76ViJ7g1DbZqDaFiJQvTVrxLfNNZTkd6Lx75UYzaZQNZTBZP6ZgWXgstjQjzUOnagvHqC9M2s370y
        AHb+DwOG72zqF5//Q+V/2P4fA4bvd/+P9X8MGLD+jwEDhu8Po8+r7HQCyta9+3A5uOz0Dzdrt5g7pz1OefUbKQzgK5/IcDwUMe7SjZSUo/4L5KjR/PiCZ7GR
        Xi/TX90u9J13Xil4h3ZG5bVTWueSvTf5b/VqV1qjvaxSb5bhzgrDuBf2I4VScaeD17t7Se/9/RD5ee2apsOT6prWdfh27iPanZ5SaXeyUDZ4+ZiUz3IvV4/d
        o2LpY3Zy+MxJU3YXMnfFT1Y5Z9sm1/j7PBe/LdYRJiV8nYKWMVrn7ybYLHi3gF9lNjGsITsoNNNZszqEPWX+zamlC9+0XmjlPg/1q56xu33BtVWnZc7bJN/d
        cVjhcMyDqiPqYdsbLy11sYuITKWZeX0sPjlzbFva2bc+x0AHcr5R6oLXYyoUt9HflFwYrVKz7UOpa2hzsuzGaete04Jvswzr0kNe86qkVUKX7voYtXRrwrgX
        K3WDd9E+Kb+IuP9ueGNRw9wcxQcnH7cXE1UYqfINe8pNHxdtdZv9rghHTbwQ1UjZfnPvbpWjS0rzdrNtx51qYy7WTNqXcds7oaAoj/3AUXZT5YQkt6faH/Jv
        dUfyO9bMC1C7N5X0WdbnkqoMm3/DOh4cu64u6M3I99XdwEVrs8Rr16/vSMwIFeZMfnbdfduh6wu3TnXsaD8y3ma6/PHg+h3KE0PccrZGLtpwPS9YdpzfLCtp
        o8j7Jw6v8zt/em9S8DpZqdnQpkdev2amZmpwf9W9VH4+089/fULVOqnSKyvmVJYsO7Tf40pkruBsp3COFom21eCIHkHt9vDHGwLHcfeeyKn/nHjpQ/mNvNPH
        yrPzPm8/UkHblGbjDxQ9c2sdf5e3+1j3FP+y7Lx2xrNyK/+swKSp/llWx58wu1bmel9btXJtbnr78VPbN93qGi24vTB5p8P+9nazn69xJ1+4U/fS5kxojanm
        L29OZk5jLAkd8XbZyq1M9ednKFNKF2S51byre7opMbhsr2n+5MDS6FbVgxPS7PdvITgun+5+d0t8q3R2rSA8KO3lRNcX+57uoz5pKCm++nRcuMmeKSfOtfDk
        htXEEcNs33yiNz/WYe+frOU1ec7ioMkr1rE2HdHV8Lu3Y/75UqhjW2ClhW1B0k/HZWRvPCmdn3JF93HCzhVQx+bR8xNVLfQLxq8uTm5ZFsgvki5O+fk81Gah
        cpjRueSOmTph1qEXkzwUIlyPLNY41vI5SO3ElUDzSQF3gDn0RTMISV0d+oIV724q4jvrpts1PN7GaviYeyWbfi2N+f7A+HjV4532BnYTt+/S+tj9CghcRo3Z
        9SxL6UT7Bct0uzsjHwpNI0aryt21uzTXx7/xptGos5vkOtssLapbdd8X5zveV3PmFS2lP6A70yzSNmw3HnNP57LbPWDj5Qf6DS9myspbWP/QPnly4+Z22RUb
        tNZGHJQdnZF7aVT5u7pyUPT/f4j6/x+f1lyaFnd+Q8wFC4JS3suS8wE7KL6hP3Dfjr4x7GLjlDlFrmXzrxjyP5Luz4ki777FuOvgc1P3w7xOKA8vG3zAv3q5
        k8DdwHpz+lJprZhmYPR4Esk1fZpDhbbDJqnZpj9eXedd4b2+Kfsl/5qUEvU3Stjy30dDl5Z4lwuP/dRRxnB0bL044bZt0KyL9YUrlZbe89/jW0eQWT4h4175
        vIVSH9eOOWvgfHbfsZS4jsuC/U9N65caT7ih2OzvtGdPTmEdO1id8+TqFJVdwvJVgNLwFda71vCsQs95bwM6dgY4rzP9dclyl9IcV9IIucmOEdPn1jy3J719
        qPfyw+rS5k9lTW6PmxXrrnZFeK9f8PuG2I9OQkOVAhef4TO2/lIVgZNNNFDZ+bKEXfS8dn6tw+cjEY/o9B92P5rbUTSp8soJlTmz08Yerb/Q/UL62o9GqYeu
        d7V61cn9FLf3MZTjvjYy+w6+Rq2UudL5RlzzzYSG2q6qcL7dxtXd80Jl57TKvsnYa2lVnw6Z2L7fcdha4VjAxzF6kT9Z1edcXvkw/4HbI59nXje6QilBLZB2
        XT7jgUbGxL1HEglMv7UFpDcRV+8ypmTKPd15XyPTOJrNvn0bmjI/PzDiqvV06o+BGnYRUzRzkjZqNJhEjs73Dilx3Wy6Qcpw/cXuhpaj2iq/nGrdAn5sdHPD
        jSk5+L5TV8+5cfpGy6tGz0a+X/SiO++gmXDET0nbi47eYRx33yK8ssOXtn6PxsOSuATN97GBm17OuqPkf/WgXXpJRbp0m82ZX7Oqdl/yT9j3UDZb645l3Z7q
        jlszTPd13r/f1paYW1OtjldoLpefdKPaw+3c6M/Zfntit/tSj1o63XRcu38jK2J5ID370Zu99xRl5Cp0u84r5ewxl6FVLFT8kBFrFZZ+mZ7j9tR14rwR3RUX
        bBWSRi6ROr1r330//8UOwzyYpf76cgct9PVWJ4cGPX6otC6E4VdOkMO/tdn1xGqqvarLC3OXxSNWp8Y4J85rn5ql9vFTt6MarVWTOILwqYz9+1hq8pXat91p
        LhnRhz7UVHasrqsqdnimV6ew5/covVcXLY9sUU8uboz3mlRfVpZgZoPbd9m2ZVaAxokdTnUX/SdtdD0T3D0s833Myuansb6W1qXaj3ZGrDyucYEvmFJR7NSY
        db2Jn80hnm5IUtyQzHTKf7U3+wI/+4j0o6zURdfsTPGlGsodpN0pegleD2cZj8wNwMlrFay5bGD8tnLr0juelVGHS3ReS7XFv35jbwc8fa64pjG5NYjetuSp
        Y26Y5xZL1uYDseoeD2Zf0vBc9v6y2rgb563uLc943qU+55ES1Kgf+1NE7SMPQpivdZd/7qYiXlnSZ2VTs5aml7WF3RzdolZa7jJFYt3ppLTGRju7j3JSy4+x
        /gckMtgT
        """
}
