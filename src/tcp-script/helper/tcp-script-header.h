// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_HEADER_H
#define TCP_SCRIPT_HEADER_H

#include "ns3/tcp-header.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-script.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * A TCP header with options that TcpHeader cannot append: Fast Open (RFC 7413) and the MD5
 * signature (RFC 2385). The TcpHeader has no-operations in their places.
 * The experimental form of Fast Open has kind 254 with the magic number 0xf989 (RFC 6994). The
 * checksum follows the changed bytes by RFC 1624, equation 3. Deserialize() leaves such options to
 * ReadOption().
 */
class TcpScriptHeader : public Header
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpScriptHeader() = default;
    /**
     * @param header with a no-operation for each byte of such options
     * @param options of the header, as the script has them, all of them and in order
     */
    TcpScriptHeader(const TcpHeader& header, const std::vector<TcpScriptOption>& options);

    /**
     * @param option such an option, whose cookie or digest is in hexadecimal digits
     * @return its bytes in a header, without padding
     */
    static std::vector<uint8_t> GetBytes(const TcpScriptOption& option);
    /// @param option of a packet, of a kind that ns-3 does not know
    /// @return the option that it is; none if scripts have no name for it
    static std::optional<TcpScriptOption> ReadOption(const TcpOption& option);

    /// @return that of this class
    TypeId GetInstanceTypeId() const override;
    /// @param os gets the header with no-operations in place of such options
    void Print(std::ostream& os) const override;
    /// @return bytes: as many as with the no-operations
    uint32_t GetSerializedSize() const override;
    /**
     * Writes the bytes of such options in place of the no-operations. With ChecksumEnabled
     * the checksum changes by the difference (RFC 1624, equation 3).
     * @param start of the header
     */
    void Serialize(Buffer::Iterator start) const override;
    /**
     * @param start of the header
     * @return bytes read, as by TcpHeader
     */
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    TcpHeader m_header;                   ///< with no-operations
    std::map<uint32_t, uint8_t> m_places; ///< bytes in place of them, by distance from the start
};

} // namespace ns3

#endif // TCP_SCRIPT_HEADER_H
